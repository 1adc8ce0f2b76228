import {
  defineContent,
  describeForm,
  type FormValues,
  orderColumn,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import { listLabels } from '#shared/site-content/fields.ts';
import { type AdminTeamMember, TEAM_MEMBER } from '#shared/team-members/admin-schema.ts';

const LABELS = listLabels(TEAM_MEMBER.fields);

export const SCREEN = defineContent<AdminTeamMember, FormValues>({
  entity: CONTENT.teamMembers,
  columns: [
    orderColumn(LABELS.sortOrder),
    {
      label: LABELS.photoUrl,
      renderCell: ({ photoUrl, name }) => <Thumbnail url={photoUrl} name={name} isRound />,
    },
    { label: LABELS.name, renderCell: ({ name }) => name, isHead: true },
    textColumn(LABELS.role, ({ role }) => role),
    STATUS_COLUMN,
  ],
  defaultSort: 'sort_order',
  ...describeForm(CONTENT.teamMembers, TEAM_MEMBER),
});
