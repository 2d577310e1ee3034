import { v5 as uuid } from 'uuid'

const AD_IMAGE_NAMESPACE = '6f1c2f0e-6c1b-4a53-9a0d-0d6f6a7c2b11'

/**
 * Returns the id under which a message's advertisement image is stored. Not the message's own id, under which another file of the message
 * may be stored.
 */
export const getAdImageId = (messageId: string): string => uuid(messageId, AD_IMAGE_NAMESPACE)
