/* oxlint-disable react/forbid-dom-props -- mail programs read inline styles and few others, and no policy forbids them there */
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from 'react-email';
import type { CSSProperties, PropsWithChildren } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Company } from '#shared/company/values.ts';
import { EMAIL_LOGO_PATH, getEmailLogoSize, type Logo } from '#shared/site-settings/email-logo.ts';
import type { MailBlock, MailContent, MailSender } from './content.ts';

/** Colours of `app/styles/app.css` in formats that mail programs support. */
const COLOURS = {
  surface: { light: '#f8fafd', dark: '#0d141f' },
  raised: { light: '#ffffff', dark: '#161e2b' },
  ink: { light: '#171f2e', dark: '#eaeff5' },
  muted: { light: '#4e5969', dark: '#a8b2be' },
  line: { light: '#cdd5de', dark: '#343e4d' },
  accentInk: { light: '#f9fcff', dark: '#0a121f' },
} as const;

const buildDarkStyles = (accent: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .surface, .surface > table > tbody > tr > td { background-color: ${COLOURS.surface.dark} !important; }
  .raised { background-color: ${COLOURS.raised.dark} !important; }
  .ink, .ink > table > tbody > tr > td { color: ${COLOURS.ink.dark} !important; }
  .muted { color: ${COLOURS.muted.dark} !important; }
  .line { border-color: ${COLOURS.line.dark} !important; }
  .accent { color: ${accent} !important; }
  .button { background-color: ${accent} !important; color: ${COLOURS.accentInk.dark} !important; }
}
`;

const FONTS = "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Arial, sans-serif";
const text: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '25px' };
const heading: CSSProperties = {
  margin: '28px 0 8px',
  fontSize: '16px',
  lineHeight: '24px',
  fontWeight: 650,
};
/** Long words must not widen the mail beyond a phone. */
const foreign: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

export function drawMail(content: MailContent, sender: MailSender): string {
  const html = renderToStaticMarkup(<Layout content={content} {...sender} />);
  return `<!doctype html>${html}`;
}

function Layout({
  content,
  siteUrl,
  company,
  logo,
  accent,
}: MailSender & { content: MailContent }) {
  const { subject, preheader, blocks, reason } = content;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{buildDarkStyles(accent.dark.accent)}</style>
      </Head>
      <Preview>{preheader}</Preview>
      <Body
        className="surface ink"
        style={{
          margin: 0,
          padding: '24px 8px',
          backgroundColor: COLOURS.surface.light,
          color: COLOURS.ink.light,
          fontFamily: FONTS,
        }}
      >
        <Container style={{ maxWidth: '600px', margin: '0 auto' }}>
          <Section
            className="raised line"
            style={{
              padding: '24px',
              backgroundColor: COLOURS.raised.light,
              border: `1px solid ${COLOURS.line.light}`,
              borderRadius: '8px',
            }}
          >
            <Link
              href={siteUrl}
              className="accent"
              style={{ color: accent.light.accent, fontWeight: 700, textDecoration: 'none' }}
            >
              {logo ? <LogoImage {...{ siteUrl, logo, company }} /> : company.name}
            </Link>
            <Heading
              as="h1"
              style={{
                margin: '20px 0 12px',
                fontSize: '24px',
                lineHeight: '30px',
                fontWeight: 650,
              }}
            >
              {content.heading}
            </Heading>
            {blocks.map((block, index) => (
              <Block key={index} block={block} accent={accent.light.accent} />
            ))}
          </Section>
          <Text className="muted" style={{ ...small, margin: '16px 16px 0' }}>
            {[company.name, company.address].filter(Boolean).join(', ')}
          </Text>
          <Text className="muted" style={{ ...small, margin: '4px 16px 0' }}>
            {reason}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

type LogoProps = { siteUrl: string; logo: Logo; company: Company };

/** Mail programs cache images by their URL, which changes with the logo. */
function LogoImage({ siteUrl, logo, company }: LogoProps) {
  const version = logo.headerLogoUrl.slice(logo.headerLogoUrl.lastIndexOf('/') + 1);
  const url = `${siteUrl}${EMAIL_LOGO_PATH}?v=${encodeURIComponent(version)}`;
  return <Img src={url} alt={company.name} {...getEmailLogoSize(logo)} />;
}

const small: CSSProperties = { color: COLOURS.muted.light, fontSize: '13px', lineHeight: '20px' };

function Block({ block, accent }: { block: MailBlock; accent: string }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <Text dir="auto" style={{ ...text, ...foreign }}>
          {block.text}
        </Text>
      );
    case 'words':
      return (
        <Text dir="auto" style={{ ...text, ...foreign, whiteSpace: 'pre-wrap' }}>
          {block.text}
        </Text>
      );
    case 'facts':
      return <Facts heading={block.heading} rows={block.rows} />;
    case 'quote':
      return (
        <Titled heading={block.heading}>
          <Text dir="auto" style={{ ...text, ...foreign, whiteSpace: 'pre-wrap' }}>
            {block.text}
          </Text>
        </Titled>
      );
    case 'list':
      return <List block={block} />;
    default:
      return (
        <Button
          href={block.url}
          className="button"
          style={{
            margin: '0 0 16px',
            padding: '12px 20px',
            borderRadius: '8px',
            backgroundColor: accent,
            color: COLOURS.accentInk.light,
            fontSize: '16px',
            fontWeight: 600,
          }}
        >
          {block.label}
        </Button>
      );
  }
}

const line: CSSProperties = { margin: '24px 0 0', borderColor: COLOURS.line.light };

function Titled({ heading: title, children }: PropsWithChildren<{ heading: string }>) {
  return (
    <>
      <Hr className="line" style={line} />
      <Heading as="h2" style={heading}>
        {title}
      </Heading>
      {children}
    </>
  );
}

function Facts({ heading: title, rows }: Omit<Extract<MailBlock, { type: 'facts' }>, 'type'>) {
  return (
    <Titled heading={title}>
      <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse' }}>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th
                scope="row"
                className="muted"
                style={{ ...small, width: '110px', padding: '4px 16px 4px 0', ...cell }}
              >
                {label}
              </th>
              <td
                dir="auto"
                style={{
                  fontSize: '16px',
                  lineHeight: '24px',
                  padding: '2px 0',
                  ...cell,
                  ...foreign,
                }}
              >
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Titled>
  );
}

const cell: CSSProperties = { textAlign: 'start', verticalAlign: 'top', fontWeight: 400 };

function List({ block }: { block: Extract<MailBlock, { type: 'list' }> }) {
  const Tag = block.isOrdered ? 'ol' : 'ul';
  return (
    <Titled heading={block.heading}>
      <Tag style={{ margin: '0 0 8px', paddingInlineStart: '22px' }}>
        {block.items.map((item, index) => (
          <li key={index} dir="auto" style={{ ...text, ...foreign, margin: '0 0 6px' }}>
            {item}
          </li>
        ))}
      </Tag>
    </Titled>
  );
}
