import { v5 as uuid } from 'uuid'

const AD_PICTURES = '6f1c2f0e-6c1b-4a53-9a0d-0d6f6a7c2b11'

/** Under which id the picture of the advertisement lies that a message came from: beside the message's own file. */
export const adPictureOf = (messageId: string): string => uuid(messageId, AD_PICTURES)
