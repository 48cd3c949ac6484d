package example.pay;

/** A switch over every code of another API: javac refuses it when a code is added. */
class Complete {
  static String nameOf(ProblemCode code) {
    return switch (code) {
      case CARD_DECLINED -> "card_declined";
      case EXPIRED_CARD -> "expired_card";
      case INCORRECT_CVC -> "incorrect_cvc";
      case AMOUNT_TOO_SMALL -> "amount_too_small";
      case PARAMETER_MISSING -> "parameter_missing";
      case RESOURCE_MISSING -> "resource_missing";
      case API_KEY_EXPIRED -> "api_key_expired";
      case IDEMPOTENCY_KEY_IN_USE -> "idempotency_key_in_use";
      case RATE_LIMIT -> "rate_limit";
    };
  }
}
