import type { Message } from '@prosa/contract/entities/conversations/message'
import Megaphone from 'lucide-react/icons/megaphone'
import { useState } from 'react'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { ExternalLink } from './external-link.tsx'
import { toSafeUrl } from './safe-url.ts'

const CARD_CLASSES = 'flex h-13 max-w-full items-center gap-2.5 rounded-control border border-line px-2'

/** Card of the advertisement by which the lead came to the conversation (WIRE-21). It has the same height with and without its image. */
export function AdCard({ ad: { headline, body, url, picture } }: { ad: NonNullable<Message['ad']> }) {
  const src = toSafeUrl(picture && `${picture}?size=thumb`)
  const [isMissing, setMissing] = useState(false)
  const href = toSafeUrl(url)
  const content = (
    <>
      {src && !isMissing ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          onError={() => setMissing(true)}
          className="size-9 shrink-0 rounded-sm object-cover"
        />
      ) : (
        <Megaphone aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      )}
      <span className="min-w-0">
        <span className="block truncate text-ink-3 text-meta">{body ? `Anúncio · ${stripBidiControls(body)}` : 'Anúncio'}</span>
        {headline && (
          <span dir="auto" className="block truncate font-semibold text-ui">
            {stripBidiControls(headline)}
          </span>
        )}
      </span>
    </>
  )
  return href ? (
    <ExternalLink href={href} className={`${CARD_CLASSES} hover:bg-hover`}>
      {content}
    </ExternalLink>
  ) : (
    <span className={CARD_CLASSES}>{content}</span>
  )
}
