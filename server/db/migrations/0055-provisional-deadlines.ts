import { type Kysely, sql } from 'kysely';

const INTERVAL = `@.from like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
  && @.to like_regex "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$" && @.from < @.to`;

const REASON = 'The version before stores only such values: its form has the same rules.';

export const harmless = {
  'constraint site_settings.site_settings_office_hours_values': REASON,
  'constraint site_settings.site_settings_social_link_texts': REASON,
  'constraint site_settings.site_settings_text_lengths': REASON,
};

// Not valid: a stored value that breaks a rule is replaced when the settings are saved the next time.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations add column is_deadline_provisional boolean not null default false;
    create index conversations_is_deadline_provisional_idx on conversations (id)
      where is_deadline_provisional;

    alter table site_settings
      add constraint site_settings_office_hours_values check (
        office_hours ->> 'timeZone' ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'
        and office_hours @@ '$.promisedMinutes == $.promisedMinutes.floor()'
        and office_hours @? '$.week.*[*]'
        and not office_hours @? '$.week.*[*] ? (!(${sql.raw(INTERVAL)}))'
        and not office_hours @? '$.exceptions[*].open[*] ? (!(${sql.raw(INTERVAL)}))'
        and not office_hours @? '$.exceptions[*] ? (!(
          @.from like_regex "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
          && @.to like_regex "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
          && @.from <= @.to
        ))'
      ) not valid,
      add constraint site_settings_social_link_texts check (
        not social_links @? '$.* ? (@.type() != "string")'
      ) not valid,
      add constraint site_settings_text_lengths check (
        char_length(header_logo_alt) <= 200 and char_length(footer_logo_alt) <= 200
        and char_length(maintenance_message) <= 1000 and char_length(copyright_text) <= 300
        and char_length(terms_of_service) <= 50000 and char_length(privacy_policy) <= 50000
      ) not valid
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations drop column is_deadline_provisional;
    alter table site_settings
      drop constraint site_settings_office_hours_values,
      drop constraint site_settings_social_link_texts,
      drop constraint site_settings_text_lengths
  `.execute(db);
}
