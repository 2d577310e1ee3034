import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/outgoing-message'
import type { Tx } from '../../kernel/db/database.ts'
import type { Card } from './basis.ts'
import { photosOf } from './photos/await-photos.ts'
import { presentPassage } from './present.ts'
import type { Found } from './search/find-passages.ts'
import { tellProduct } from './search/say.ts'

/** Returns the cards of the requested products that have a photo and a text short enough for its caption (KNOW-12). */
export async function cardsOf(tx: Tx, tenantId: string, asked: readonly Found[], today: string): Promise<Card[]> {
  const photos = await photosOf(tx, tenantId, asked)
  return asked.flatMap((found) => {
    const photo = photos.get(found.id)
    const said = found.product ? tellProduct(found.product, today) : ''
    return photo === undefined || said.length > CAPTION_MAX_CHARS
      ? []
      : [{ said, photo, passage: presentPassage(found, found.title) }]
  })
}
