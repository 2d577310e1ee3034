import type { Attachment } from '@prosa/contract/entities/conversations/message'
import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { cx } from '../../../../shared/ui/cx.ts'
import { ExternalLink } from '../content/external-link.tsx'
import { toSafeUrl } from '../content/safe-url.ts'
import { openImageViewer } from './opened-image.ts'

interface MessageImageProps {
  messageId: string
  attachment: Attachment
  /** URL of the full-size image. */
  href: string
  alt: string
  className: string
}

/** Image of a message: a thumbnail that opens the gallery (MEDIA-14). If the server has no thumbnails, the full-size image with a link. */
export function MessageImage({ messageId, attachment, href, alt, className }: MessageImageProps) {
  const thumbnailUrl = toSafeUrl(attachment.thumb_url)
  const [isMissing, setMissing] = useState(false)
  if (!thumbnailUrl)
    return (
      <ExternalLink href={href} className="block">
        <img src={href} alt={alt} loading="lazy" className={className} />
      </ExternalLink>
    )
  return (
    <button
      type="button"
      className="block max-w-full cursor-zoom-in"
      aria-haspopup="dialog"
      onClick={() => openImageViewer(messageId)}
    >
      {isMissing ? (
        <span className={cx(className, 'flex flex-col items-center justify-center gap-1.5 text-ink-3 text-meta')}>
          <ImageOff aria-hidden="true" className="size-6" />
          {alt} sem prévia · Abrir
        </span>
      ) : (
        <img src={thumbnailUrl} alt={alt} loading="lazy" className={className} onError={() => setMissing(true)} />
      )}
    </button>
  )
}
