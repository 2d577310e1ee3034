import { parseFormattedText, type TextBlock, type TextRun } from '@prosa/contract/rules/text/formatted-text'
import type { ReactNode } from 'react'
import { cx } from '../../../../shared/ui/cx.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { ExternalLink } from './external-link.tsx'

/** CSS classes of a message's time and delivery state. */
export const META_CLASSES = 'inline-flex flex-wrap items-center gap-x-1.5 text-ink-3 text-meta [&_svg]:size-3'

const BLOCK_CLASSES: Readonly<Record<TextBlock['kind'], string>> = {
  text: '',
  quote: 'block border-control border-s-2 ps-2 text-ink-2',
  code: 'block',
}

function Block({ kind, runs }: TextBlock) {
  const renderedRuns = runs.map((run, index) => <Run key={index} {...run} />)
  return kind === 'text' ? renderedRuns : <span className={BLOCK_CLASSES[kind]}>{renderedRuns}</span>
}

/**
 * Renders a piece of text with its styles. Formatting characters such as '*' take no space, but stay in the DOM so that they are copied
 * with the text.
 */
function Run({ text, href, bold, italic, strike, mono, mark }: TextRun) {
  if (mark)
    return (
      <span
        aria-hidden="true"
        className={cx('text-[0px] leading-[0]', mark === 'bullet' && 'before:text-message before:content-["•_"]')}
      >
        {text}
      </span>
    )
  let styled: ReactNode = href ? <ExternalLink href={href}>{text}</ExternalLink> : text
  if (mono) styled = <code className="font-mono text-[0.875em] leading-none">{styled}</code>
  if (strike) styled = <s>{styled}</s>
  if (italic) styled = <em>{styled}</em>
  if (bold) styled = <strong className="font-bold">{styled}</strong>
  return styled
}

/** Renders a message's text, followed by its time and delivery state: on the last line if they fit, otherwise below it. */
export function MessageText({ content, meta }: { content: string; meta: ReactNode }) {
  return (
    <div dir="auto" className="wrap-anywhere flow-root">
      <span dir="auto" className="whitespace-pre-wrap">
        {parseFormattedText(stripBidiControls(content)).map((block, index) => (
          <Block key={index} {...block} />
        ))}
      </span>
      <span dir="ltr" className={cx(META_CLASSES, 'float-end ms-3 mt-[5px]')}>
        {meta}
      </span>
    </div>
  )
}
