import type { Message } from '@prosa/contract/entities/conversations/message'
import { create } from 'zustand'
import type { ThreadRow } from '../message-list/thread-rows.ts'

/** Minimum number of consecutive images that are shown as a grid (MEDIA-13). */
const MIN_ALBUM_IMAGES = 4

/** Whether the message is only an image. One with text, a reaction or an error is shown by itself. */
const isImageOnly = ({ type, content, attachment, ...rest }: Message): boolean =>
  type === 'image' &&
  content === '' &&
  attachment?.url !== undefined &&
  rest.delivery !== 'failed' &&
  rest.delivery !== 'unknown' &&
  !(
    rest.revoked_at ||
    rest.edited_at ||
    rest.forwarded ||
    rest.product ||
    rest.ad ||
    rest.reply_to ||
    rest.choices ||
    rest.file_line
  ) &&
  !rest.source?.startsWith('phone')

/** Returns the images of each grid, by the id of each of its messages. Another speaker, day or unread mark begins a new grid. */
export function groupIntoAlbums(rows: readonly ThreadRow[]): ReadonlyMap<string, readonly Message[]> {
  const albums = new Map<string, readonly Message[]>()
  let run: Message[] = []
  const close = () => {
    if (run.length >= MIN_ALBUM_IMAGES) for (const { message_id } of run) albums.set(message_id, run)
    run = []
  }
  for (const row of rows) {
    if (row.startsRun || row.unread > 0) close()
    if (row.kind === 'message' && row.reactions === '' && isImageOnly(row.message)) run.push(row.message)
    else close()
  }
  close()
  return albums
}

/** Grids of the open threads. */
export const useImageAlbums = create<{ albums: ReadonlyMap<string, readonly Message[]> }>()(() => ({ albums: new Map() }))

const getRowId = (row: ThreadRow): string => (row.kind === 'message' ? row.message.message_id : row.key)

/** Sets the grids of these rows; those of an underlying thread stay. */
export function updateImageAlbums(rows: readonly ThreadRow[]): void {
  const { albums } = useImageAlbums.getState()
  const now = groupIntoAlbums(rows)
  const here = new Set(rows.map(getRowId))
  const others = [...albums].filter(([id]) => !here.has(id))
  if (now.size + others.length + albums.size > 0) useImageAlbums.setState({ albums: new Map([...others, ...now]) })
}

export const clearImageAlbums = (): void => useImageAlbums.setState({ albums: new Map() })
