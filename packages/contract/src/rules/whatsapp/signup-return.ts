/** Path of the panel to which Meta's sign-up page redirects. */
export const SIGNUP_RETURN_PATH = '/whatsapp/signup'
