import type { Attachment } from '@prosa/contract/entities/message'
import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { openPicture } from './opened-picture.ts'
import { Outward } from './outward.tsx'
import { safeUrl } from './safe-url.ts'

interface PictureProps {
  messageId: string
  attachment: Attachment
  /** URL of the full-size image. */
  href: string
  alt: string
  className: string
}

/** Image in the thread: a thumbnail that opens the gallery (MEDIA-14), or the full image with a link if the provider has no thumbnails. */
export function Picture({ messageId, attachment, href, alt, className }: PictureProps) {
  const small = safeUrl(attachment.thumb_url)
  const [isMissing, setMissing] = useState(false)
  if (!small)
    return (
      <Outward href={href} className="block">
        <img src={href} alt={alt} loading="lazy" className={className} />
      </Outward>
    )
  return (
    <button
      type="button"
      className="block max-w-full cursor-zoom-in"
      aria-haspopup="dialog"
      onClick={() => openPicture(messageId)}
    >
      {isMissing ? (
        <span className={cx(className, 'flex flex-col items-center justify-center gap-1.5 text-ink-3 text-meta')}>
          <ImageOff aria-hidden="true" className="size-6" />
          {alt} sem prévia · Abrir
        </span>
      ) : (
        <img src={small} alt={alt} loading="lazy" className={className} onError={() => setMissing(true)} />
      )}
    </button>
  )
}
