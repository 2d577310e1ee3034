/** Where Meta's sign-up leads back to, below the panel's address. */
export const SIGNUP_RETURN_PATH = '/whatsapp/signup'
