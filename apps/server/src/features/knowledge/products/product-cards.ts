import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/conversations/outgoing-message'
import type { Tx } from '../../../platform/database/database.ts'
import type { ProductCard } from '../answers/reply-basis.ts'
import { presentPassage } from '../present.ts'
import { formatProduct } from '../search/compose-answer.ts'
import type { RankedPassage } from '../search/find-passages.ts'
import { getProductPhotos } from './product-photos.ts'

/**
 * Returns the product cards of those passages that are products with a photo. Omits products whose text is too long for a caption
 * (KNOW-12). `today`: 'yyyy-MM-dd' in the organisation's time zone.
 */
export async function buildProductCards(
  tx: Tx,
  tenantId: string,
  passages: readonly RankedPassage[],
  today: string,
): Promise<ProductCard[]> {
  const photos = await getProductPhotos(tx, tenantId, passages)
  return passages.flatMap((passage) => {
    const photoFileId = photos.get(passage.id)
    const caption = passage.product ? formatProduct(passage.product, today) : ''
    return photoFileId === undefined || caption.length > CAPTION_MAX_CHARS
      ? []
      : [{ caption, photoFileId, passage: presentPassage(passage, passage.title) }]
  })
}
