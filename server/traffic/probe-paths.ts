function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

// Paths that only scanners request, from OWASP CRS (930120, 930130) and nuclei-templates, without those that old links may name.
const PREFIXES = words(`
  /+cscoe+/ /actuator /adminer /administrator/ /alfa.php /autodiscover/ /backup. /boaform /cgi-bin/ /config.json
  /config.php /console/ /containers/json /dana-na/ /debug/ /docker-compose /dump.sql /ecp/ /geoserver/ /global-protect/
  /goform /hnap1 /hudson /id_rsa /info.php /install.php /jenkins /manager/html /manager/text /mysql /owa/ /pma/
  /remote/fgt_lang /remote/login /sdk/ /server-status /setup.php /sftp-config /shell.php /solr/ /struts /telescope/
  /test.php /web.config /webdav /wso.php /_ignition /_profiler /_vti_bin
`);

const PARTS = words(`
  /.aws /.ds_store /.env /.git /.hg/ /.htpasswd /.ssh /.svn /.vscode /etc/passwd /eval-stdin /phpinfo /phpmyadmin
  /phpunit/ /wlwmanifest.xml /wp-admin /wp-config /wp-includes/ /wp-json /wp-login /xmlrpc.php
`);

const ENDINGS = ['.bak', '.old', '.sql', '.swp', '.tar.gz'] as const;

/** Bounds the time of matching. */
const MAX_CHARACTERS = 200;

export function isProbePath(path: string): boolean {
  const lower = (path.length > MAX_CHARACTERS ? path.slice(0, MAX_CHARACTERS) : path).toLowerCase();
  return (
    PREFIXES.some((prefix) => lower.startsWith(prefix)) ||
    PARTS.some((part) => lower.includes(part)) ||
    ENDINGS.some((ending) => lower.endsWith(ending))
  );
}
