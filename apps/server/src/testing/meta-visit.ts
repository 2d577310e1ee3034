const CHALLENGE = '1158201444'

/** Meta comes to an address that it was told, to shake hands. @returns whether somebody there knows the word */
export async function visitServer(address: string, word: string): Promise<boolean> {
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': CHALLENGE })
  const answer = await fetch(`${address}?${query.toString()}`).catch(() => null)
  return answer?.ok === true && (await answer.text()) === CHALLENGE
}
