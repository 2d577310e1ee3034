/** Items that only a server can prove, each with its reason; every other one has a test that `npm test` runs. */
export const ON_A_SERVER: Readonly<Record<string, string>> = {
  'DASH-07': 'a million messages, held against what PostgreSQL itself takes for one reading of them',
}
