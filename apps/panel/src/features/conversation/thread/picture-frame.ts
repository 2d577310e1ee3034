/** Of one size whatever arrives in it: a picture that grew when it came would push the newest message out of sight. */
export const FRAME = 'aspect-4/3 w-80 max-w-full rounded-control bg-hover'

/** Kinds that are their text and nothing else. */
export const PLAIN = new Set(['text', 'template', 'system', 'button', 'interactive', 'order', 'unsupported'])

/** The room of what a message carries, before its code is there. */
export const roomOf = ({ type }: { type?: string | undefined }): string => (type === 'image' || type === 'video' ? FRAME : 'h-13')

/** Where a message of ours was written, if that was not here. */
export const FROM_PHONE: Readonly<Record<string, string>> = {
  phone: 'pelo celular',
  phone_auto: 'Mensagem automática do celular',
}
