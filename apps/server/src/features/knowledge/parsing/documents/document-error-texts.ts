/** Error message for a document that needs too much memory or disk space when unpacked. */
export const DOCUMENT_TOO_LARGE_TEXT = 'Este arquivo é grande demais por dentro. Divida-o em partes menores.'
export const DOCUMENT_DAMAGED_TEXT = 'Não foi possível ler este arquivo: ele parece estar danificado.'
