package dev.kakutei.sender.criteria;

/** What is worth counting about criteria. */
@FunctionalInterface
public interface CriteriaEvents {
    /** Counts nothing. */
    CriteriaEvents NONE = (gateway, list) -> {};

    /** A condition of this list is not applicable to the value it was compared with. */
    void notApplicable(String gateway, String list);
}
