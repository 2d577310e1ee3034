import type { Message } from '@prosa/contract/entities/conversations/message'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { cx } from '../../../../shared/ui/cx.ts'
import { getPlaceholderClasses, PHONE_ORIGIN_LABELS, TEXT_ONLY_TYPES } from '../images/image-frame.ts'
import { META_CLASSES, MessageText } from './message-text.tsx'

export const [NonTextContent] = lazyComponent(() => import('./non-text-content.tsx'))

/** Message types that show more than a text. */
const TYPES_WITH_CONTENT = new Set(['image', 'sticker', 'audio', 'video', 'document', 'location', 'contact'])

/** Content of a message, depending on its type. For an unknown type, the name of the type is shown. */
export function MessageContent({ message, meta: messageMeta }: { message: Message; meta: ReactNode }) {
  const type = message.type ?? 'text'
  const { name, address, filename } = message.attachment ?? {}
  // If the text only repeats the name of the location, contact or file, the text is not shown.
  const isContentRedundant =
    message.choices || (TYPES_WITH_CONTENT.has(type) && [name, address, filename].includes(message.content))
  const meta = message.edited_at ? (
    <>
      <Suspense>
        <NonTextContent message={message} showsEditedMarkOnly />
      </Suspense>
      {messageMeta}
    </>
  ) : (
    messageMeta
  )
  const hasNonTextContent =
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
      {hasNonTextContent && (
        <Suspense fallback={<div className={getPlaceholderClasses(message)} />}>
          <NonTextContent message={message} />
        </Suspense>
      )}
      {message.content && !isContentRedundant ? (
        <MessageText content={message.content} meta={meta} />
      ) : (
        <span className={cx(META_CLASSES, 'self-end')}>{meta}</span>
      )}
    </div>
  )
}
