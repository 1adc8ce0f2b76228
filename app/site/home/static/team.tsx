import { StoredImage } from '#app/components/image/stored-image.tsx';
import { initialsOf } from '#app/site/home/initials.ts';
import { TEAM_HEADING } from '#shared/team-members/messages.ts';
import type { TeamMember } from '#shared/team-members/schema.ts';

export function Team({ members }: { members: readonly TeamMember[] }) {
  if (members.length === 0) return null;
  return (
    <div id="team" className="team">
      <h3 className="text-lg">{TEAM_HEADING}</h3>
      <ul>
        {members.map(({ id, name, role, photoUrl }) => (
          <li key={id}>
            {photoUrl ? (
              <span className="portrait">
                <StoredImage url={photoUrl} alt="" width={96} height={96} sizes="80px" />
              </span>
            ) : (
              <span aria-hidden>{initialsOf(name)}</span>
            )}
            <div>
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-ink-muted">{role}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
