/** Classes of an image's frame. Its fixed size keeps the newest message in view when an image loads. */
export const IMAGE_FRAME_CLASSES = 'aspect-4/3 w-80 max-w-full rounded-control bg-hover'

/** Types that show nothing but their text. */
export const TEXT_ONLY_TYPES = new Set(['text', 'template', 'system', 'button', 'interactive', 'order', 'unsupported'])

/** Returns the size classes for a message's attachment while its code is loading. */
export const getPlaceholderClasses = ({ type }: { type?: string | undefined }): string =>
  type === 'image' || type === 'video' ? IMAGE_FRAME_CLASSES : 'h-13'

/** Origin of a message of the team that was not written in this panel. */
export const PHONE_ORIGIN_LABELS: Readonly<Record<string, string>> = {
  phone: 'pelo celular',
  phone_auto: 'Mensagem automática do celular',
}
