/** Portuguese text for a message that WhatsApp shows only on the phone. */
export const PHONE_ONLY_MESSAGE_TEXT = 'Veja no celular: o WhatsApp não entrega este tipo aqui.'
