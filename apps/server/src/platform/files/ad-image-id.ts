import { v5 as uuid } from 'uuid'

const AD_IMAGE_NAMESPACE = '6f1c2f0e-6c1b-4a53-9a0d-0d6f6a7c2b11'

/**
 * Returns the id under which the image of the advertisement in a message is stored. Derived from the message's id, because the message may
 * have another file with its own id.
 */
export const getAdImageId = (messageId: string): string => uuid(messageId, AD_IMAGE_NAMESPACE)
