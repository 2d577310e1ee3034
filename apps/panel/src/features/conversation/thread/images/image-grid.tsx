import type { Message } from '@prosa/contract/entities/conversations/message'
import { toSafeUrl } from '../content/safe-url.ts'
import { MessageImage } from './message-image.tsx'
import './picture-grid.css'

const MAX_SHOWN_IMAGES = 4

/**
 * Grid of up to four consecutive images, in the space of one image. A click opens the gallery, which also shows the images beyond the
 * fourth.
 */
export function ImageGrid({ messages }: { messages: readonly Message[] }) {
  const total = messages.length
  const hiddenCount = total - MAX_SHOWN_IMAGES
  return (
    <div
      role="group"
      aria-label={`${total} imagens`}
      className="grid w-80 max-w-full grid-cols-2 gap-0.5 overflow-hidden rounded-control"
    >
      {messages.slice(0, MAX_SHOWN_IMAGES).map(({ message_id, attachment = {} }, index) => {
        const href = toSafeUrl(attachment?.url)
        const isLast = index === MAX_SHOWN_IMAGES - 1 && hiddenCount > 0
        return (
          href && (
            // The grid layout gives the button its size, because the image may not be loaded yet.
            <div key={message_id} className="relative grid">
              <MessageImage
                messageId={message_id}
                attachment={attachment ?? {}}
                href={href}
                alt={`Imagem ${index + 1} de ${total}${isLast ? `, e mais ${hiddenCount}` : ''}`}
                className="aspect-4/3 w-full bg-hover object-cover"
              />
              {isLast && (
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-0 flex items-center justify-center bg-scrim"
                >
                  <span className="rounded-control bg-surface px-3 py-1 font-semibold">+{hiddenCount}</span>
                </span>
              )}
            </div>
          )
        )
      })}
    </div>
  )
}

/** Placeholder in a message whose image is shown in the grid of an earlier message. */
export const InGridPlaceholder = () => <span data-in-grid hidden />
