const TYPE_LABELS: Readonly<Record<string, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  audio: 'Áudio',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contact: 'Contato',
}

/** Returns a one-line preview of a message: its text, or the name of its type. */
export const getMessagePreview = (type: string | null | undefined, content: string | null | undefined): string =>
  content || TYPE_LABELS[type ?? ''] || 'Mensagem'
