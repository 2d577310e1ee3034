const WITHOUT_WORDS: Readonly<Record<string, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  audio: 'Áudio',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contact: 'Contato',
}

/** Returns a message as one line: its text, or the name of its type. */
export const wordsOf = (type: string | null | undefined, content: string | null | undefined): string =>
  content || WITHOUT_WORDS[type ?? ''] || 'Mensagem'
