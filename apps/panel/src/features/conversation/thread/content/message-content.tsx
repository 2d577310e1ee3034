import type { Message } from '@prosa/contract/entities/conversations/message'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { cx } from '../../../../shared/ui/cx.ts'
import { getPlaceholderClasses, PHONE_ORIGIN_LABELS, TEXT_ONLY_TYPES } from '../images/image-frame.ts'
import { META_CLASSES, MessageText } from './message-text.tsx'

export const [NonTextContent] = lazyComponent(() => import('./non-text-content.tsx'))

/** Types that show more than their text. For other types the text is shown alone. */
const TYPES_WITH_CONTENT = new Set(['image', 'sticker', 'audio', 'video', 'document', 'location', 'contact'])

/** Content of a message by type. An unknown type is shown by its name, never hidden. */
export function MessageContent({ message, meta: facts }: { message: Message; meta: ReactNode }) {
  const type = message.type ?? 'text'
  const { name, address, filename } = message.attachment ?? {}
  // The name of a location, contact or file is shown once, even if the text repeats it.
  const isSaid = message.choices || (TYPES_WITH_CONTENT.has(type) && [name, address, filename].includes(message.content))
  const meta = message.edited_at ? (
    <>
      <Suspense>
        <NonTextContent message={message} isMark />
      </Suspense>
      {facts}
    </>
  ) : (
    facts
  )
  const hasParts =
    !TEXT_ONLY_TYPES.has(type) ||
    message.revoked_at ||
    message.forwarded ||
    message.product ||
    message.ad ||
    message.reply_to ||
    message.choices ||
    PHONE_ORIGIN_LABELS[message.source ?? '']
  return (
    <div className="flex flex-col gap-1.5">
      {hasParts && (
        <Suspense fallback={<div className={getPlaceholderClasses(message)} />}>
          <NonTextContent message={message} />
        </Suspense>
      )}
      {message.content && !isSaid ? (
        <MessageText content={message.content} meta={meta} />
      ) : (
        <span className={cx(META_CLASSES, 'self-end')}>{meta}</span>
      )}
    </div>
  )
}
