import type { ReactNode } from 'react';
import type { PreviousLead, StatusChange } from '#shared/leads/admin-schema.ts';
import type { TemplateValues } from '#shared/conversations/values.ts';
import type { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import type { DataColumn } from '#app/admin/ui/list/data-table.tsx';

export type LeadRow = { id: string; status: string; isSuspect: boolean; createdAt: string };

export type LeadDetail = LeadRow & {
  email: string;
  notes: string | null;
  suspectReasons: string[];
  timeline: StatusChange[];
  previous: PreviousLead[];
};

export type StatusOption = { value: string; label: string };

export type LeadValues = TemplateValues & { name: string; reference: string };

export type LeadKind = {
  path: 'orders' | 'messages';
  idParameter: 'order' | 'message';
  formPath: string;
  title: string;
  dialogTitle: string;
  messages: Record<keyof typeof MESSAGE_ADMIN_MESSAGES, string>;
  statuses: readonly StatusOption[];
  /** What a row of this status can be changed to; without one, what selected rows can be. */
  statusesAfter: (status?: string) => readonly StatusOption[];
  toneOf: (status: string) => BadgeTone;
  isNew: (status: string) => boolean;
  describeChange: (status: string) => { title: string; text: string };
};

export type LeadActions = {
  isBusy: boolean;
  changeStatus: (status: string) => void;
  clearSuspicion: () => void;
};

export type LeadDefinition<T extends LeadRow, D extends LeadDetail> = LeadKind & {
  name: { label: string; sort: string; of: (row: T) => string; details: (row: T) => string };
  /** 'order 4711 of Selin Kaya' */
  describe: (row: T) => string;
  /** Tells a row from the others: 'Selin Kaya, 4711' */
  identify: (row: T) => string;
  columns: readonly DataColumn<T>[];
  templateValuesOf: (lead: D) => LeadValues;
  renderDetails: (lead: D) => ReactNode;
  renderFacts: (lead: D) => ReactNode;
  renderFooter?: (lead: D, actions: LeadActions) => ReactNode;
};
