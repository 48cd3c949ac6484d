// Generated from spec/ by `npm run generate`. Do not edit.

package example.cascade;

/** The problem codes (§7.1). */
public enum ProblemCode implements Code {
  /** The account has used this requestId before. */
  REQUEST_ID_IS_NOT_UNIQUE("requestId-is-not-unique"),
  /** content is missing or has no channel content object. */
  CONTENT_NOT_SPECIFIED("content-not-specified"),
  /** A content object has no contentType. */
  CONTENT_TYPE_NOT_SPECIFIED("contentType-not-specified"),
  /** Text content has no text, or an empty one. */
  TEXT_NOT_SPECIFIED("text-not-specified"),
  /** A caption applies but is missing or empty. */
  CAPTION_NOT_SPECIFIED("caption-not-specified"),
  /** A button has no action. */
  ACTION_NOT_SPECIFIED("action-not-specified"),
  /** A document has no attachmentName. */
  ATTACHMENT_NAME_NOT_SPECIFIED("attachmentName-not-specified"),
  /** attachmentName has more than 70 characters. */
  ATTACHMENT_NAME_IS_TOO_LONG("attachmentName-is-too-long"),
  /** Coordinates have no latitude. */
  LATITUDE_NOT_SPECIFIED("latitude-not-specified"),
  /** Coordinates have no longitude. */
  LONGITUDE_NOT_SPECIFIED("longitude-not-specified"),
  /** The account has no cascade with this id. */
  CASCADE_NOT_FOUND("cascade-not-found"),
  /** The cascade has more channels than content covers. */
  REQUEST_DOESNT_CONTAIN_CONTENT_FOR_ALL_CASCADE_STAGES(
      "request-doesn't-contain-content-for-all-cascade-stages"),
  /** The layout of the body does not match the template schema: the position or the presence of a property, or its type. */
  MATCHED_TEMPLATE_NOT_FOUND("matched-template-not-found"),
  /** content and the stages of the cascade do not match. */
  CASCADE_SCHEDULING_REQUEST_IS_NOT_VALID("cascade-scheduling-request-is-not-valid"),
  /** The title or subtitle of a list picker item has more than 24 characters, spaces counted. */
  TEMPLATE_PARAMETER_IS_NOT_VALID("template-parameter-is-not-valid"),
  /** The balance does not cover the prices of all stages. */
  OUT_OF_BALANCE("out-of-balance"),
  /** A chattwo template with buttons breaks a limit; detail says which. */
  BUTTON_VALIDATION_ERROR("button-validation-error"),
  /** messageActivitySharing is true, but useMarketingMessagesApi is not. */
  MM_API_OPTIONS_INVALID_COMBINATION("mm-api-options-invalid-combination"),
  /** The header x-api-key is missing, misspelled, or its key has expired. */
  AUTH_ERROR("auth-error"),
  /** No operation has this URL. */
  NOT_FOUND("not-found"),
  /** The URL exists, but not with this method. */
  METHOD_NOT_ALLOWED("method-not-allowed"),
  /** The provider failed. Some providers also return this code for a malformed request. */
  SYSTEM_ERROR("system-error"),
  /** The body has more than 1 MiB. */
  PAYLOAD_TOO_LARGE("payload-too-large"),
  /** Content-Type is not application/json, or the body has a Content-Encoding such as gzip. */
  UNSUPPORTED_MEDIA_TYPE("unsupported-media-type"),
  /** The account exceeds its request rate. */
  TOO_MANY_REQUESTS("too-many-requests"),
  /** The provider cannot take requests right now. */
  SERVICE_UNAVAILABLE("service-unavailable"),
  /** The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD. */
  CALLBACK_URL_NOT_VALID("callback-url-not-valid");

  private final transient Facts facts;

  ProblemCode(String wire) {
    facts = Facts.ofProblem(wire);
  }

  @Override
  public String wire() {
    return facts.name();
  }

  @Override
  public Facts facts() {
    return facts;
  }
}
