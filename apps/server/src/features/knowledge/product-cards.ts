import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/outgoing-message'
import type { Tx } from '../../kernel/db/database.ts'
import { getProductPhotos } from './photos/product-photos.ts'
import { presentPassage } from './present.ts'
import type { ProductCard } from './reply-basis.ts'
import { formatProduct } from './search/compose-answer.ts'
import type { RankedPassage } from './search/find-passages.ts'

/** Returns the cards of the requested products that have a photo and a text short enough for its caption (KNOW-12). */
export async function buildProductCards(
  tx: Tx,
  tenantId: string,
  asked: readonly RankedPassage[],
  today: string,
): Promise<ProductCard[]> {
  const photos = await getProductPhotos(tx, tenantId, asked)
  return asked.flatMap((found) => {
    const photo = photos.get(found.id)
    const said = found.product ? formatProduct(found.product, today) : ''
    return photo === undefined || said.length > CAPTION_MAX_CHARS
      ? []
      : [{ said, photo, passage: presentPassage(found, found.title) }]
  })
}
