import {
  defineContent,
  orderColumn,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { fieldsOf, NumberField, SwitchField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import { type AdminTeamMember, teamMemberInputSchema } from '#shared/team-members/admin-schema.ts';
import { NEW_TEAM_MEMBER, TEAM_MEMBER_LIMITS } from '#shared/team-members/values.ts';
import {
  TEAM_MEMBER_LABELS as LABELS,
  TEAM_MEMBER_SCREEN_MESSAGES,
} from '#shared/team-members/messages.ts';

export const SCREEN = defineContent<AdminTeamMember, typeof NEW_TEAM_MEMBER>({
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
  schema: teamMemberInputSchema,
  blank: NEW_TEAM_MEMBER,
  labels: LABELS,
  Fields: TeamMemberFields,
});

function TeamMemberFields({ form }: { form: RecordForm<AdminTeamMember, typeof NEW_TEAM_MEMBER> }) {
  const field = fieldsOf(form, LABELS);
  return (
    <>
      <TextField {...field('name')} maxLength={TEAM_MEMBER_LIMITS.name} />
      <TextField {...field('role')} maxLength={TEAM_MEMBER_LIMITS.role} />
      <ImageField
        {...field('photoUrl')}
        folder="team-photos"
        alt={TEAM_MEMBER_SCREEN_MESSAGES.portraitOf(form.values.name)}
        crop="aspect-square rounded-full"
      />
      <NumberField
        {...field('sortOrder')}
        hint={TEAM_MEMBER_SCREEN_MESSAGES.sortOrderHint}
        min={0}
        max={TEAM_MEMBER_LIMITS.sortOrder}
      />
      <SwitchField {...field('isPublished')} />
    </>
  );
}
