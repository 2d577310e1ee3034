/** Path of the panel page to which Meta's sign-up page redirects the browser. */
export const SIGNUP_RETURN_PATH = '/whatsapp/signup'
