import { Suspense, useEffect } from 'react'
import { latePart } from '../../../../shared/ui/late-part.tsx'
import { closePicture, useOpenedPicture } from '../opened-picture.ts'
import type { ThreadRow } from '../thread-rows.ts'
import { type Picture, pictureOf } from './pictures.ts'

const [Gallery] = latePart(() => import('./gallery.tsx'))

const PICTURES = new Set(['image', 'sticker'])

/** Gallery of the thread's images, opened at the clicked one. */
export function OpenedPicture({ rows }: { rows: readonly ThreadRow[] }) {
  const id = useOpenedPicture((state) => state.id)
  useEffect(() => closePicture, [])
  if (id === null) return null
  return (
    <Suspense>
      <Gallery pictures={picturesOf(rows)} openId={id} onClose={closePicture} />
    </Suspense>
  )
}

const picturesOf = (rows: readonly ThreadRow[]): Picture[] =>
  rows.flatMap((row) =>
    row.kind === 'message' && PICTURES.has(row.message.type ?? '') && !row.message.revoked_at ? pictureOf(row.message) : [],
  )
