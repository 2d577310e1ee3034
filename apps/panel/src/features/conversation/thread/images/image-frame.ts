/** CSS classes of an image's frame. Because its size is fixed, the newest message stays in view when an image loads. */
export const IMAGE_FRAME_CLASSES = 'aspect-4/3 w-80 max-w-full rounded-control bg-hover'

/** Message types that show only their text. */
export const TEXT_ONLY_TYPES = new Set(['text', 'template', 'system', 'button', 'interactive', 'order', 'unsupported'])

/** Returns CSS classes with the size of a message's attachment, for a placeholder while the code is loading. */
export const getPlaceholderClasses = ({ type }: { type?: string | undefined }): string =>
  type === 'image' || type === 'video' ? IMAGE_FRAME_CLASSES : 'h-13'

/** Labels for messages of the team that were not written in this panel, by source. */
export const PHONE_ORIGIN_LABELS: Readonly<Record<string, string>> = {
  phone: 'pelo celular',
  phone_auto: 'Mensagem automática do celular',
}
