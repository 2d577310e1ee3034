const VERIFICATION_CHALLENGE = '1158201444'

/**
 * Sends Meta's verification request to a webhook URL.
 * @returns whether the server knows the verify token and returns the challenge
 */
export async function verifyWebhookUrl(address: string, word: string): Promise<boolean> {
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': word,
    'hub.challenge': VERIFICATION_CHALLENGE,
  })
  const answer = await fetch(`${address}?${query.toString()}`).catch(() => null)
  return answer?.ok === true && (await answer.text()) === VERIFICATION_CHALLENGE
}
