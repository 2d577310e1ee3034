/** Error message for a document that is too large after unpacking or needs too much memory. */
export const DOCUMENT_TOO_LARGE_TEXT = 'Este arquivo é grande demais por dentro. Divida-o em partes menores.'
/** Error message for a damaged document. */
export const DOCUMENT_DAMAGED_TEXT = 'Não foi possível ler este arquivo: ele parece estar danificado.'
