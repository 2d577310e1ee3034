/** Classes of an image's frame. Its fixed size keeps the newest message in view when an image loads. */
export const FRAME = 'aspect-4/3 w-80 max-w-full rounded-control bg-hover'

/** Types that show nothing but their text. */
export const PLAIN = new Set(['text', 'template', 'system', 'button', 'interactive', 'order', 'unsupported'])

/** Returns the size classes for a message's attachment while its code is loading. */
export const roomOf = ({ type }: { type?: string | undefined }): string => (type === 'image' || type === 'video' ? FRAME : 'h-13')

/** Origin of a message of the team that was not written in this panel. */
export const FROM_PHONE: Readonly<Record<string, string>> = {
  phone: 'pelo celular',
  phone_auto: 'Mensagem automática do celular',
}
