/** Text for a message that its channel shows on the phone only. */
export const SEE_PHONE = 'Veja no celular: o WhatsApp não entrega este tipo aqui.'
