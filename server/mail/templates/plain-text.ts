import type { MailBlock, MailContent, MailSender } from './content.ts';

function textOfBlock(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'words':
      return block.text;
    case 'facts':
      return [
        underlined(block.heading),
        ...block.rows.map(([label, value]) => `${label}: ${value}`),
      ].join('\n');
    case 'quote':
      return `${underlined(block.heading)}\n${block.text.replaceAll(/^/gmu, '> ')}`;
    case 'list':
      return [
        underlined(block.heading),
        ...block.items.map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${item}`),
      ].join('\n');
    default:
      return `${block.label}: ${block.url}`;
  }
}

function underlined(heading: string): string {
  return `${heading}\n${'-'.repeat(heading.length)}`;
}

export function toPlainText(
  { heading, blocks, reason }: MailContent,
  { siteUrl, company }: MailSender,
): string {
  const sender = [`${company.name}, ${siteUrl}`, company.address].filter(Boolean).join('\n');
  const parts = [
    `${heading}\n${'='.repeat(Math.min(heading.length, 72))}`,
    ...blocks.map(textOfBlock),
    `-- \n${sender}\n\n${reason}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
