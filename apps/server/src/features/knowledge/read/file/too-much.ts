/** Words for a document that is too large when it is unpacked, or that takes too much memory. */
export const TOO_MUCH = 'Este arquivo é grande demais por dentro. Divida-o em partes menores.'
