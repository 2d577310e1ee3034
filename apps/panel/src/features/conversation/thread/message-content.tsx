import type { Message } from '@prosa/contract/entities/message'
import { textParts } from '@prosa/contract/rules/links'
import { type ReactNode, Suspense } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { latePart } from '../../../shared/ui/late-part.tsx'
import { shown } from '../cache/shown-text.ts'
import { Outward } from './outward.tsx'
import { FRAME } from './picture-frame.ts'

const [MessageParts] = latePart(() => import('./message-parts.tsx'))

const META = 'inline-flex flex-wrap items-center gap-x-1.5 text-ink-3 text-meta [&_svg]:size-3'

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

const PLAIN = new Set(['text', 'template', 'system', 'button', 'interactive', 'order', 'unsupported'])
/** Kinds that show more than their text; of others it is all that can be shown. */
const KNOWN = new Set(['image', 'sticker', 'audio', 'video', 'document', 'location', 'contact'])

/** A message as what it is; a kind that this panel does not know is named, never dropped. */
export function MessageContent({ message, meta }: { message: Message; meta: ReactNode }) {
  const type = message.type ?? 'text'
  const { name, address, filename } = message.attachment ?? {}
  // What names a place, a person or a file, and stands in the text too, is printed once.
  const isSaid = KNOWN.has(type) && [name, address, filename].includes(message.content)
  return (
    <div className="flex flex-col gap-1.5">
      {!PLAIN.has(type) && (
        <Suspense fallback={<div className={type === 'image' || type === 'video' ? FRAME : 'h-13'} />}>
          <MessageParts message={message} />
        </Suspense>
      )}
      {message.content !== '' && !isSaid ? (
        <MessageText content={message.content} meta={meta} />
      ) : (
        <span className={cx(META, 'self-end')}>{meta}</span>
      )}
    </div>
  )
}
