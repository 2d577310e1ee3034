import { textParts } from '@prosa/contract/rules/links'
import type { ReactNode } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { shown } from '../cache/shown-text.ts'
import { Outward } from './outward.tsx'

/** How a message's time and ticks look. */
export const META = 'inline-flex flex-wrap items-center gap-x-1.5 text-ink-3 text-meta [&_svg]:size-3'

/** A text with its time and ticks: at the end of its last line, or below it where there is no room for them. */
export function MessageText({ content, meta }: { content: string; meta: ReactNode }) {
  return (
    <div dir="auto" className="wrap-anywhere flow-root">
      <span dir="auto" className="whitespace-pre-wrap">
        {textParts(shown(content)).map(({ text, href }, index) =>
          href ? (
            <Outward key={index} href={href}>
              {text}
            </Outward>
          ) : (
            text
          ),
        )}
      </span>
      <span dir="ltr" className={cx(META, 'float-end ms-3 mt-[5px]')}>
        {meta}
      </span>
    </div>
  )
}
