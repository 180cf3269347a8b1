package dev.kakutei.sender.criteria;

/** What is worth counting about criteria. */
@FunctionalInterface
public interface CriteriaEvents {
    /** For where nobody counts. */
    CriteriaEvents NONE = (gateway, list) -> {};

    /** A condition of this list was compared with something that it makes no sense on. */
    void senseless(String gateway, String list);
}
