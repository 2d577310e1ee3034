const WITHOUT_WORDS: Readonly<Record<string, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  audio: 'Áudio',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contact: 'Contato',
}

/** A message in one line: its words, or what it is where it has none. */
export const wordsOf = (type: string | null | undefined, content: string | null | undefined): string =>
  content || WITHOUT_WORDS[type ?? ''] || 'Mensagem'
