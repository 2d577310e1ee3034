/** Text for a message that its channel shows on the phone only. */
export const PHONE_ONLY_MESSAGE_TEXT = 'Veja no celular: o WhatsApp não entrega este tipo aqui.'
