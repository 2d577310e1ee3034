import type { ReactNode } from 'react'
import { useTypingText } from '../realtime/typing-store.ts'

/** Shows who is typing, otherwise `children`. Its height is fixed, so that the layout does not shift. */
export function TypingIndicator({ leadId, children }: { leadId: string; children?: ReactNode }) {
  const text = useTypingText(leadId)
  return (
    <div className="thread-end relative h-5 shrink-0 truncate px-5 text-ink-3 text-meta leading-5">
      <p role="status" className="inline">
        {text && (
          <>
            <span aria-hidden="true" className="mr-1.5 inline-flex gap-0.5 align-middle">
              {[0, 1, 2].map((dot) => (
                <span key={dot} className="typing-dot size-1 rounded-full bg-primary" data-dot={dot} />
              ))}
            </span>
            {text}
          </>
        )}
      </p>
      {!text && children}
    </div>
  )
}
