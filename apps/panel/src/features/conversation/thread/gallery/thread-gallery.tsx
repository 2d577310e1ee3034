import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../../../../shared/ui/lazy-component.tsx'
import { closeImageViewer, useOpenedImage } from '../opened-image.ts'
import type { ThreadRow } from '../thread-rows.ts'
import { type GalleryImage, toGalleryImages } from './gallery-images.ts'

const [ImageGallery] = lazyComponent(() => import('./image-gallery.tsx'))

const IMAGE_TYPES = new Set(['image', 'sticker'])

/** Gallery of the thread's images, opened at the clicked one. */
export function ThreadGallery({ rows }: { rows: readonly ThreadRow[] }) {
  const id = useOpenedImage((state) => state.id)
  useEffect(() => closeImageViewer, [])
  if (id === null) return null
  return (
    <Suspense>
      <ImageGallery pictures={getGalleryImages(rows)} openId={id} onClose={closeImageViewer} />
    </Suspense>
  )
}

const getGalleryImages = (rows: readonly ThreadRow[]): GalleryImage[] =>
  rows.flatMap((row) =>
    row.kind === 'message' && IMAGE_TYPES.has(row.message.type ?? '') && !row.message.revoked_at
      ? toGalleryImages(row.message)
      : [],
  )
