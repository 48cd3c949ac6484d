/** What has to be changed in the profile before the provider can be judged. */
export interface SetupMistake {
  /** Place in the profile. */
  readonly pointer: string;
  readonly message: string;
}
