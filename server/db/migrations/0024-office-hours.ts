import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_settings
      -- As in shared/office-hours/values.ts, which says what else holds.
      add column office_hours jsonb not null default '{
        "timeZone": "Europe/Istanbul",
        "week": {
          "mon": [{"from": "09:00", "to": "18:00"}],
          "tue": [{"from": "09:00", "to": "18:00"}],
          "wed": [{"from": "09:00", "to": "18:00"}],
          "thu": [{"from": "09:00", "to": "18:00"}],
          "fri": [{"from": "09:00", "to": "18:00"}],
          "sat": [],
          "sun": []
        },
        "exceptions": [],
        "promisedMinutes": 60
      }',
      add constraint site_settings_office_hours check (
        jsonb_typeof(office_hours) = 'object'
        and office_hours @@ '$.timeZone.type() == "string"'
        and office_hours @@ '$.promisedMinutes >= 1 && $.promisedMinutes <= 10080'
        and office_hours @@ '$.week.mon.type() == "array" && $.week.tue.type() == "array"
          && $.week.wed.type() == "array" && $.week.thu.type() == "array"
          && $.week.fri.type() == "array" && $.week.sat.type() == "array"
          && $.week.sun.type() == "array" && $.exceptions.type() == "array"
          && $.exceptions.size() <= 400'
        and not office_hours @? '$.week.*[*] ? (
          !(@.from.type() == "string" && @.to.type() == "string")
        )'
        and not office_hours @? '$.exceptions[*] ? (!(
          @.from.type() == "string" && @.to.type() == "string" && @.name.type() == "string"
          && @.open.type() == "array"
        ))'
      );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site_settings drop column office_hours`.execute(db);
}
