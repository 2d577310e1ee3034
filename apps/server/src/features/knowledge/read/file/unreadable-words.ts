/** Error message for a document that is too large once unpacked or needs too much memory. */
export const TOO_MUCH = 'Este arquivo é grande demais por dentro. Divida-o em partes menores.'
/** Message for a damaged document. */
export const DAMAGED = 'Não foi possível ler este arquivo: ele parece estar danificado.'
