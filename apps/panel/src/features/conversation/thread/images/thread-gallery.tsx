import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import type { ThreadRow } from '../message-list/thread-rows.ts'
import { type GalleryImage, toGalleryImages } from './gallery-images.ts'
import { closeImageViewer, useOpenedImage } from './opened-image.ts'

const [ImageGallery] = lazyComponent(() => import('./image-gallery.tsx'))

const IMAGE_TYPES = new Set(['image', 'sticker'])

/** Gallery with all images of the conversation, opened at the clicked image. */
export function ThreadGallery({ rows }: { rows: readonly ThreadRow[] }) {
  const id = useOpenedImage((state) => state.id)
  useEffect(() => closeImageViewer, [])
  if (id === null) return null
  return (
    <Suspense>
      <ImageGallery images={getGalleryImages(rows)} openId={id} onClose={closeImageViewer} />
    </Suspense>
  )
}

const getGalleryImages = (rows: readonly ThreadRow[]): GalleryImage[] =>
  rows.flatMap((row) =>
    row.kind === 'message' && IMAGE_TYPES.has(row.message.type ?? '') && !row.message.revoked_at
      ? toGalleryImages(row.message)
      : [],
  )
