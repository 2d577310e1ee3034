import type { Message } from '@prosa/contract/entities/message'
import { create } from 'zustand'
import type { ThreadRow } from '../thread-rows.ts'

/** So many pictures in a row are one grid (MEDIA-13). */
const LEAST = 4

/** A picture that says nothing but itself: what has words, a reaction or a trouble of its own stands alone. */
const isBare = ({ type, content, attachment, ...rest }: Message): boolean =>
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

/** The pictures of each grid, by every one of its messages. Of one run only: another speaker, day or unread mark begins a new one. */
export function albumsOf(rows: readonly ThreadRow[]): ReadonlyMap<string, readonly Message[]> {
  const albums = new Map<string, readonly Message[]>()
  let run: Message[] = []
  const close = () => {
    if (run.length >= LEAST) for (const { message_id } of run) albums.set(message_id, run)
    run = []
  }
  for (const row of rows) {
    if (row.startsRun || row.unread > 0) close()
    if (row.kind === 'message' && row.reactions === '' && isBare(row.message)) run.push(row.message)
    else close()
  }
  close()
  return albums
}

/** The grids of the threads that are open. */
export const useAlbums = create<{ albums: ReadonlyMap<string, readonly Message[]> }>()(() => ({ albums: new Map() }))

const idOf = (row: ThreadRow): string => (row.kind === 'message' ? row.message.message_id : row.key)

/** These rows are shown so from now on; those of a thread beneath stay as they are. */
export function showAlbums(rows: readonly ThreadRow[]): void {
  const { albums } = useAlbums.getState()
  const now = albumsOf(rows)
  const here = new Set(rows.map(idOf))
  const others = [...albums].filter(([id]) => !here.has(id))
  if (now.size + others.length + albums.size > 0) useAlbums.setState({ albums: new Map([...others, ...now]) })
}

export const forgetAlbums = (): void => useAlbums.setState({ albums: new Map() })
