import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/conversations/outgoing-message'
import type { Tx } from '../../../platform/database/database.ts'
import type { ProductCard } from '../answers/reply-basis.ts'
import { presentPassage } from '../present.ts'
import { formatProduct } from '../search/compose-answer.ts'
import type { RankedPassage } from '../search/find-passages.ts'
import { getProductPhotos } from './product-photos.ts'

/**
 * Returns the product cards for those found products that have a photo and a text short enough for a caption (KNOW-12). `today`: current
 * day in the organisation's time zone, 'yyyy-MM-dd'.
 */
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
